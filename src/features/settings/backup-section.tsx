import { useUnit } from 'effector-react'
import { useState } from 'react'
import { registry } from '../../model/app/registry.ts'
import {
  $backupBusy,
  $restoreReport,
  parseBackup,
  restoreRequested,
  type Backup,
} from '../../model/backup/index.ts'
import { Button, ConfirmDialog, FileButton, Notice, toastError, useTranslation } from '../../ui/index.ts'
import { Section, SettingRow } from './controls/index.ts'

/** Everything as one file, and back from it. */
export function BackupSection() {
  const { t, i18n } = useTranslation(['settings', 'common'])
  const { busy, report, invoke, restore } = useUnit({
    busy: $backupBusy,
    report: $restoreReport,
    invoke: registry.commandInvoked,
    restore: restoreRequested,
  })
  const [chosen, setChosen] = useState<Backup | null>(null)
  const read = async (file: File) => {
    const backup = parseBackup(await file.text())
    if (backup) setChosen(backup)
    else toastError(t('data.backup.invalid'))
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
          <FileButton busy={busy} accept=".json,application/json" onFile={(file) => void read(file)}>
            {t('data.backup.import.button')}
          </FileButton>
        </SettingRow>
      </div>
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
        description={t('data.backup.confirm.words', {
          date: chosen && new Date(chosen.at).toLocaleDateString(i18n.language),
          rules: chosen?.rules.length,
          stars: chosen?.stars.length,
        })}
        confirmLabel={t('common:action.import')}
        cancelLabel={t('common:action.cancel')}
        onConfirm={() => {
          if (chosen) restore(chosen)
          setChosen(null)
        }}
        onCancel={() => setChosen(null)}
      />
    </Section>
  )
}
