import { commandTitle, useTranslation } from '../../../ui/index.ts'
import type { Conflict } from './conflicts-of.ts'
import { formatExample } from './format-example.ts'

/** What new keys conflict with, each with a state in which it happens. */
export function ConflictList({ conflicts }: { readonly conflicts: readonly Conflict[] }) {
  const { t } = useTranslation(['shortcuts', 'app'])
  const isSame = conflicts.some(({ is }) => is === 'same')
  const commands = conflicts.filter(({ other }) => other !== null)
  return (
    <>
      {commands.length > 0 && t(isSame ? 'app:keys.conflict' : 'app:keys.conflictPrefix')}
      {commands.length > 0 && (
        <ul className="conflicts">
          {commands.map(({ other, example }) => (
            <li key={other?.id}>
              <strong>{other && commandTitle(other, t)}</strong>
              {example && <span> ({formatExample(example, t)})</span>}
            </li>
          ))}
        </ul>
      )}
      {conflicts.some(({ is }) => is === 'digits') && <p>{t('app:keys.conflictDigits')}</p>}
    </>
  )
}
