import { Checkbox, Notice, useTranslation } from '../../ui/index.ts'
import type { ImportedFile } from '../feature.ts'

export type EntryChoiceProps = {
  readonly file: ImportedFile
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** The entries of a file with their marks, as one choice, and how many lines could not be read. */
export function EntryChoice({ file: { entries, unread }, checked, onChange }: EntryChoiceProps) {
  const { t } = useTranslation('app')
  const marks = [
    t('import.entries.starred', { count: entries.filter(({ starred }) => starred).length }),
    t('import.entries.read', { count: entries.filter(({ read }) => read).length }),
    t('import.entries.highlighted', {
      count: entries.reduce((sum, { highlights }) => sum + highlights.length, 0),
    }),
  ]
  return (
    <>
      {unread.length > 0 && (
        <Notice tone="warning">{t('import.entries.unread', { count: unread.length })}</Notice>
      )}
      {entries.length > 0 && (
        <Checkbox
          label={t('import.entries.found', { count: entries.length })}
          hint={t('import.entries.words', { marks: marks.join(' · ') })}
          checked={checked}
          onChange={onChange}
        />
      )}
    </>
  )
}
