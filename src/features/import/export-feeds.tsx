import { useMutation } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { Button, ExportIcon, SegmentedControl, toastError, useTranslation } from '../../ui/index.ts'
import type { ExportFormat } from '../feature.ts'
import { $exportFormats } from '../registry.ts'
import { formatMessage } from './formats.ts'

/** All feeds as a file, in each format that there is. */
export function ExportFeeds() {
  const formats = useUnit($exportFormats)
  return formats.map((format) => <ExportAs key={format.id} format={format} />)
}

function ExportAs({ format: { titleKey, hintKey, ways, downloadFx } }: { readonly format: ExportFormat }) {
  const { t } = useTranslation(['app', 'errors'])
  const download = useUnit(downloadFx)
  const [way, setWay] = useState(ways[0]?.value ?? '')
  const { mutate, isPending } = useMutation({
    mutationFn: download,
    onError: (failure) => toastError(formatMessage(failure, t)),
  })
  return (
    <div className="ui-buttons import-export" data-align="end">
      {ways.length > 1 && (
        <SegmentedControl
          label={t('import.export.title')}
          value={way}
          segments={ways.map((one) => ({ value: one.value, label: t(one.titleKey) }))}
          onChange={setWay}
        />
      )}
      <Button icon={<ExportIcon />} busy={isPending} onClick={() => mutate(way)}>
        {t('import.export.download', { format: t(titleKey) })}
      </Button>
      {hintKey && <p className="import-hint">{t(hintKey)}</p>}
    </div>
  )
}
