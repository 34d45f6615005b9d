import './shortcuts.css'
import { useUnit } from 'effector-react'
import type { TFunction } from 'i18next'
import { z } from 'zod'
import { notationOf, type PressReport } from '../../core/index.ts'
import { registry } from '../../model/app/index.ts'
import { $keyLog } from '../../model/keys/index.ts'
import {
  commandTitle,
  Dialog,
  EmptyState,
  Kbd,
  KeyboardIcon,
  useTranslation,
  termText,
} from '../../ui/index.ts'

export const propsSchema = z.object({})

/** The last presses: what each ran, or why it did nothing. */
export default function KeyLogDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'shortcuts', 'common'])
  const { log, commands } = useUnit({ log: $keyLog, commands: registry.$commands })
  const titleOf = (id: string) => {
    const command = commands.get(id)
    return command ? commandTitle(command, t) : id
  }
  return (
    <Dialog
      open
      size="medium"
      title={t('keyLog.title')}
      closeLabel={t('common:action.close')}
      onClose={onClose}
    >
      <div className="key-log" data-scroll tabIndex={0} role="region" aria-label={t('keyLog.title')}>
        {log.length === 0 && <EmptyState icon={<KeyboardIcon />} title={t('keyLog.empty')} />}
        <ol role="list">
          {log.map((report, index) => (
            // Presses have no identity besides their position.
            <li key={log.length - index}>
              <Kbd keys={report.typed.map(notationOf).join(' ')} />
              <span>{formatOutcome(report, titleOf, t)}</span>
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  )
}

/** What a press did, and if nothing, why. */
function formatOutcome(report: PressReport, titleOf: (id: string) => string, t: TFunction): string {
  const { outcome, commandId, missing, inactive, area } = report
  if (outcome === 'run' && commandId !== undefined) {
    const command = titleOf(commandId)
    if (!missing || missing.length === 0) return command
    return t('app:keyLog.unavailable', {
      command,
      terms: missing.map((term) => termText(term, t)).join(', '),
    })
  }
  const [first] = inactive
  if (outcome !== 'nothing' || !first) return t(`app:keyLog.${outcome}`, { area: areaName(area, t) })
  const command = titleOf(first.binding.command.id)
  if (first.why === 'area') {
    const areas = (first.binding.where ?? []).map((one) => areaName(one, t)).join(', ')
    return t('app:keyLog.otherArea', { command, areas, area: areaName(area, t) })
  }
  return t('app:keyLog.otherState', {
    command,
    terms: first.missing.map((term) => termText(term, t)).join(', '),
  })
}

const areaName = (area: string, t: TFunction): string => t(`shortcuts:areas.${area}`, { defaultValue: area })
