import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { AccountFileReport } from '../../contract/account-files.ts'
import { registry } from '../../model/app/registry.ts'
import {
  $accountReport,
  $backupBusy,
  $restoreReport,
  accountImportRequested,
  isAccountFile,
  parseBackup,
  restoreRequested,
  type Backup,
} from '../../model/backup/index.ts'
import { Button, ConfirmDialog, FileButton, Notice, toastError, useTranslation } from '../../ui/index.ts'
import { Section, SettingRow } from './controls/index.ts'

/** Everything as one file, and back from it. */
export function BackupSection() {
  const { t, i18n } = useTranslation(['settings', 'common'])
  const { busy, report, accountReport, invoke, restore, importAccount } = useUnit({
    busy: $backupBusy,
    report: $restoreReport,
    accountReport: $accountReport,
    invoke: registry.commandInvoked,
    restore: restoreRequested,
    importAccount: accountImportRequested,
  })
  const [chosen, setChosen] = useState<Backup | File | null>(null)
  const backup = chosen instanceof File ? null : chosen
  const read = async (file: File) => {
    const found = (await isAccountFile(file)) ? file : parseBackup(await file.text())
    if (found) setChosen(found)
    else toastError(t('data.backup.invalid'))
  }
  const confirmed = () => {
    if (chosen instanceof File) importAccount({ file: chosen, inboxTitle: t('data.backup.copies') })
    else if (chosen) restore(chosen)
    setChosen(null)
  }
  return (
    <Section title={t('data.backup.title')}>
      <SettingRow label={t('data.backup.export.label')} hint={t('data.backup.export.words')}>
        <Button busy={busy} onClick={() => invoke({ id: 'data:export-everything', source: 'button' })}>
          {t('data.backup.export.button')}
        </Button>
      </SettingRow>
      <div data-setting="importEverything">
        <SettingRow label={t('data.backup.import.label')} hint={t('data.backup.import.words')}>
          <FileButton
            busy={busy}
            accept=".jsonl,.gz,.json,application/json"
            onFile={(file) => void read(file)}
          >
            {t('data.backup.import.button')}
          </FileButton>
        </SettingRow>
      </div>
      {accountReport && <AccountReport report={accountReport} />}
      {report && (
        <Notice tone="success">
          {t('data.backup.report', { ...report })}{' '}
          {report.missingStars > 0 && t('data.backup.missingStars', { count: report.missingStars })}{' '}
          {report.missingHighlights > 0 &&
            t('data.backup.missingHighlights', { count: report.missingHighlights })}
        </Notice>
      )}
      <ConfirmDialog
        open={chosen !== null}
        title={t('data.backup.confirm.title')}
        description={
          backup
            ? t('data.backup.confirm.words', {
                date: new Date(backup.at).toLocaleDateString(i18n.language),
                rules: backup.rules.length,
                stars: backup.stars.length,
              })
            : t('data.backup.confirm.merge')
        }
        confirmLabel={t('common:action.import')}
        cancelLabel={t('common:action.cancel')}
        onConfirm={confirmed}
        onCancel={() => setChosen(null)}
      />
    </Section>
  )
}

/** What was added, and what the user has to do. */
function AccountReport({ report }: { readonly report: AccountFileReport }) {
  const { t } = useTranslation('settings')
  const { added, waiting, missingLists, missingPasswords, missingPlugins, problems } = report
  const isNothing = Object.values(added).every((count) => !count)
  const lists = [
    { title: t('data.backup.missingPasswords'), lines: missingPasswords },
    { title: t('data.backup.missingPlugins'), lines: missingPlugins },
    { title: t('data.backup.missingLists'), lines: missingLists },
    { title: t('data.backup.problems'), lines: problems },
  ].filter(({ lines }) => lines.length > 0)
  return (
    <Notice tone="success">
      {isNothing ? t('data.backup.nothingNew') : t('data.backup.added', { ...added })}
      {waiting > 0 && ` ${t('data.backup.waiting', { count: waiting })}`}
      {lists.map(({ title, lines }) => (
        <div key={title}>
          <p>{title}</p>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
    </Notice>
  )
}
