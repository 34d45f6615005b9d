import { operators, parameterizedObjects, scopes } from '../../model/keys/index.ts'
import type { KeyBinding } from '../../core/index.ts'
import { Kbd, useTranslation } from '../../ui/index.ts'

/** The keys of operators on entries: a column for each operator, a row for each object. */
export function OperatorGrid({ bound }: { readonly bound: readonly KeyBinding[] }) {
  const { t } = useTranslation(['app', 'shortcuts'])
  const keysOf = (id: string, scope?: string) =>
    bound.find(({ command, args }) => command.id === id && args?.['scope'] === scope)?.keys
  const objects = [
    ...scopes.map(({ id }) => ({ label: t(`shortcuts:scopes.${id}`), suffix: '', scope: id })),
    ...parameterizedObjects.map(({ id }) => ({
      label: t(`app:operators.${id}`),
      suffix: `-${id}`,
      scope: undefined,
    })),
  ]
  return (
    <section className="help-section help-operators" aria-label={t('app:operators.title')}>
      <h3 className="help-place">{t('app:operators.title')}</h3>
      <table className="ui-table">
        <thead>
          <tr>
            <td />
            {operators.map(({ command }) => (
              <th key={command} scope="col">
                {t(`app:operators.${command}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {objects.map(({ label, suffix, scope }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {operators.map(({ command }) => {
                const keys = keysOf(`entries:${command}${suffix}`, scope)
                return <td key={command}>{keys && <Kbd keys={keys} />}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
