import type { TFunction } from 'i18next'
import type { ExampleState } from '../../../core/index.ts'
import { commandTitle, useTranslation } from '../../../ui/index.ts'
import type { Conflict } from './conflicts-of.ts'

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

/** States that nearly always hold, and say nothing of when the conflict comes. */
const USUAL: ReadonlySet<string> = new Set(['area', 'signedIn', 'online', 'listLoading'])

/** A state in words: `in the timeline, with an entry open`. */
function formatExample({ area, values }: ExampleState, t: TFunction): string {
  const conditions = [...values].flatMap(([key, value]) => {
    if (USUAL.has(key) || value === false || value === 0) return []
    const fallback = value === true ? key : `${key} = ${String(value)}`
    return [t(`app:keys.states.${key}`, { value, defaultValue: fallback })]
  })
  return [
    t('app:help.in', { area: t(`shortcuts:areas.${area}`, { defaultValue: area }) }),
    ...conditions,
  ].join(', ')
}
