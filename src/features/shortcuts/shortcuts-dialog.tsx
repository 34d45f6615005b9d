import './shortcuts.css'
import { useUnit } from 'effector-react'
import { Fragment, useEffect, useState } from 'react'
import { z } from 'zod'
import { availability, type Command } from '../../core/index.ts'
import { $keyBindings, context, registry } from '../../model/app/index.ts'
import { rebindRequested } from '../../model/keys/index.ts'
import { $focusArea } from '../../model/layout/index.ts'
import { $recentCommands } from '../../model/recents/index.ts'
import {
  commandTitle,
  Button,
  Dialog,
  EmptyState,
  Kbd,
  KeyboardIcon,
  keyText,
  SearchField,
  Tag,
  useTranslation,
} from '../../ui/index.ts'
import { OperatorGrid } from './operator-grid.tsx'
import {
  helpSections,
  searchSections,
  unusedBindings,
  type HelpRow,
  type HelpSection,
} from './help-sections.ts'

export const propsSchema = z.object({
  /** The focus area before the dialog opened; read from the context when absent. */
  area: z.string().optional(),
  /** Opens the browser's print dialog. */
  isPrinting: z.boolean().optional(),
  /** Begins with the commands that the user has not run yet. */
  isUnused: z.boolean().optional(),
})
export type ShortcutsProps = z.infer<typeof propsSchema>

/** Bindings by area: the current one first, then everywhere, then the others. */
export default function ShortcutsDialog({
  area,
  isPrinting = false,
  isUnused = false,
  onClose,
}: ShortcutsProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'shortcuts', 'common'])
  const { bound, commands, recents, focused, invoke, rebind } = useUnit({
    bound: $keyBindings,
    commands: registry.$commands,
    recents: $recentCommands,
    focused: $focusArea,
    invoke: registry.commandInvoked,
    rebind: rebindRequested,
  })
  useEffect(() => {
    if (isPrinting) window.print()
  }, [isPrinting])
  // The open dialog has the focus itself; the area that it was opened from counts.
  const [from] = useState(area ?? (focused === 'modal' ? 'timeline' : focused))
  const [values] = useState(useUnit(context.$contextKeys))
  const isAvailable = (command: Command) => availability(command, values).available
  const [query, setQuery] = useState('')
  const [onlyUnused, setOnlyUnused] = useState(isUnused)
  const searchTextOf = ({ command, keys }: HelpRow) =>
    [
      commandTitle(command, t),
      t(`shortcuts:groups.${command.group}`),
      ...keys,
      ...keys.map((one) => keyText(one)),
    ].join(' ')
  const all = onlyUnused
    ? helpSections(unusedBindings(bound, new Set(recents.map(({ id }) => id))), [], from, isAvailable)
    : helpSections(bound, commands.values(), from, isAvailable)
  const shown = searchSections(all, query, searchTextOf)
  return (
    <Dialog open size="large" title={t('help.title')} closeLabel={t('common:action.close')} onClose={onClose}>
      <div className="help">
        <div className="help-search">
          <SearchField
            label={t('help.search')}
            value={query}
            autoFocus
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
          <Button aria-pressed={onlyUnused} onClick={() => setOnlyUnused(!onlyUnused)}>
            {t('help.unused')}
          </Button>
        </div>
        <div className="help-sections" data-scroll tabIndex={0} role="region" aria-label={t('help.title')}>
          <div className="help-columns">
            {shown.map((section) => (
              <Fragment key={section.where ?? 'everywhere'}>
                {section.where === 'none' && query.trim() === '' && <OperatorGrid bound={bound} />}
                <Section
                  section={section}
                  from={from}
                  onRun={(id) => {
                    onClose()
                    invoke({ id, source: 'palette' })
                  }}
                  onRebind={(id) => {
                    onClose()
                    rebind(id)
                  }}
                />
              </Fragment>
            ))}
          </div>
          {all.length === 0 && <EmptyState icon={<KeyboardIcon />} title={t('help.allUsed')} />}
          {all.length > 0 && shown.length === 0 && (
            <EmptyState
              icon={<KeyboardIcon />}
              title={t('help.nothing', { query })}
              actions={<Button onClick={() => setQuery('')}>{t('help.clear')}</Button>}
            />
          )}
        </div>
      </div>
    </Dialog>
  )
}

type SectionProps = {
  readonly section: HelpSection
  readonly from: string
  readonly onRun: (id: string) => void
  readonly onRebind: (id: string) => void
}

function Section({ section, from, onRun, onRebind }: SectionProps) {
  const { t } = useTranslation(['app', 'shortcuts'])
  return (
    <section
      className="help-section"
      data-here={section.where === from || undefined}
      data-unbound={section.where === 'none' || undefined}
    >
      <h3 className="help-place">{areaLabel(section.where, from, t)}</h3>
      <dl className="help-rows">
        {section.rows.map(({ command, keys, own }) => (
          <div key={command.id} className="help-row" data-command={command.id}>
            <dt>
              <button type="button" className="help-run" onClick={() => onRun(command.id)}>
                {commandTitle(command, t)}
              </button>
              {own && <Tag tone="accent">{t('keys.custom')}</Tag>}
            </dt>
            <dd>
              <button type="button" className="help-rebind" onClick={() => onRebind(command.id)}>
                <span className="ui-visually-hidden">
                  {t('keys.change', { command: commandTitle(command, t) })}
                </span>
                {keys.length === 0 && '…'}
                {keys.map((one) => (
                  <Kbd key={one} keys={one} />
                ))}
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type Translate = (key: string, values: Record<string, unknown>) => string
function areaLabel(where: string | null, from: string, t: Translate): string {
  if (where === null) return t('help.everywhere', {})
  if (where === 'none') return t('help.withoutKeys', {})
  const area = t(`shortcuts:areas.${where === 'otherwise' ? from : where}`, {})
  if (where === 'otherwise') return t('help.otherwise', { area })
  return where === from ? t('help.here', { area }) : t('help.in', { area })
}
