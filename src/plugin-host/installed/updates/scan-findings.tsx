import { useTranslation } from '../../../ui/index.ts'
import type { Finding } from '../../../contract/plugin-code-scan.ts'

/** What a scan of a plugin's code found, in words. */
export function ScanFindings({ findings }: { readonly findings: readonly Finding[] }) {
  const { t } = useTranslation('app')
  return (
    <>
      <h4>{t('plugin.scan.title')}</h4>
      {findings.length === 0 && <p>{t('plugin.scan.none')}</p>}
      {findings.length > 0 && (
        <ul className="plugin-list">
          {findings.map(({ kind, names, isNew = false }) => (
            <li key={`${kind} ${isNew}`}>
              {isNew && <strong>{t('plugin.scan.new')} </strong>}
              {t(`plugin.scan.${kind}`, { what: names.join(', ') })}
            </li>
          ))}
        </ul>
      )}
      <p className="ui-field-hint">{t('plugin.scan.hint')}</p>
    </>
  )
}
