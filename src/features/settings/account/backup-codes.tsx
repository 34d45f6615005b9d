import { useUnit } from 'effector-react'
import { textCopied } from '../../../model/browser-actions/index.ts'
import { $services } from '../../../model/services.ts'
import { Button, CopyIcon, ImportIcon, useTranslation } from '../../../ui/index.ts'

/** Backup codes, shown once: to copy or to download as a text file. */
export function BackupCodes({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useTranslation(['settings', 'common'])
  const { copied, services } = useUnit({ copied: textCopied, services: $services })
  const text = `${codes.join('\n')}\n`
  return (
    <>
      <p className="ui-field-hint">{t('account.secondFactor.codesWords')}</p>
      <ul className="backup-codes" aria-label={t('account.secondFactor.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="ui-buttons">
        <Button icon={<CopyIcon />} onClick={() => copied(text)}>
          {t('account.secondFactor.copyCodes')}
        </Button>
        <Button
          icon={<ImportIcon />}
          onClick={() => services.platform.download('lectern-backup-codes.txt', text)}
        >
          {t('account.secondFactor.downloadCodes')}
        </Button>
      </div>
    </>
  )
}
