import { useUnit } from 'effector-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { compareNames } from '../../core/index.ts'
import { $pluginSources } from '../run/catalogue.ts'
import { Switch, useTranslation } from '../../ui/index.ts'
import { InstallSection } from '../installed/installed-settings.tsx'
import { ConnectionState } from './connection-state.tsx'
import { connectionOf, isService } from './connection.ts'
import { PluginMark } from './plugin-mark.tsx'
import { pluginSettingChanged, type PluginState } from './plugin-states.ts'
import { pluginPageOf } from './setting-address.ts'

const GROUPS = ['services', 'functions', 'installed'] as const

/** All plugins as cards, which lead to their pages. The links are one stop for Tab; arrows, Home and End move between the cards. */
export function IntegrationsShelf({ plugins }: { readonly plugins: readonly PluginState[] }) {
  const { t } = useTranslation('settings')
  const sources = useUnit($pluginSources)
  const shelf = useRef<HTMLDivElement>(null)
  const from = (useLocation().state as { readonly from?: string } | null)?.from
  const [current, setCurrent] = useState(from ?? null)
  // Back from a plugin's page.
  useEffect(() => {
    if (from !== undefined) shelf.current?.querySelector<HTMLElement>(`[data-plugin="${from}"] a`)?.focus()
  }, [from])
  const groupOf = ({ manifest }: PluginState): (typeof GROUPS)[number] => {
    if (sources.find(({ id }) => id === manifest.id)?.installed) return 'installed'
    return isService(manifest) ? 'services' : 'functions'
  }
  const nameOf = ({ manifest }: PluginState) => t(`${manifest.id}:name`)
  const byName = plugins.toSorted((one, other) => compareNames(nameOf(one), nameOf(other)))
  const groups = GROUPS.map((name) => ({ name, members: byName.filter((one) => groupOf(one) === name) }))
  const shown = groups.flatMap(({ members }) => members)
  const stop = shown.some(({ manifest }) => manifest.id === current) ? current : shown[0]?.manifest.id
  return (
    <div ref={shelf} className="shelf" onKeyDown={(event) => walk(event, shelf.current)}>
      <p className="ui-field-hint">{t('integration.words')}</p>
      {groups.map(
        ({ name, members }) =>
          members.length > 0 && (
            <section key={name} className="settings-section" aria-labelledby={`shelf-${name}`}>
              <h2 id={`shelf-${name}`}>{t(`integration.${name}`)}</h2>
              <div className="shelf-cards">
                {members.map((state) => (
                  <Card
                    key={state.manifest.id}
                    state={state}
                    isStop={state.manifest.id === stop}
                    onFocus={() => setCurrent(state.manifest.id)}
                  />
                ))}
              </div>
            </section>
          ),
      )}
      <InstallSection />
    </div>
  )
}

type CardProps = { readonly state: PluginState; readonly isStop: boolean; readonly onFocus: () => void }

function Card({ state, isStop, onFocus }: CardProps) {
  const { manifest, values } = state
  const { id, enabledBy } = manifest
  const { t } = useTranslation([id])
  const change = useUnit(pluginSettingChanged)
  return (
    <section className="shelf-card" aria-labelledby={`plugin-${id}`} data-plugin={id} onFocus={onFocus}>
      <Link className="shelf-link" to={`/settings/${pluginPageOf(id)}`} tabIndex={isStop ? 0 : -1}>
        <PluginMark manifest={manifest} />
        <div className="shelf-words">
          <h3 id={`plugin-${id}`} className="shelf-name">
            {t('name')}
          </h3>
          <ConnectionState manifest={manifest} connection={connectionOf(state)} />
        </div>
      </Link>
      <Switch
        label={<span className="ui-visually-hidden">{t(`settings.${enabledBy}`)}</span>}
        name={enabledBy}
        checked={values[enabledBy] === true}
        onChange={(isOn) => change({ id, values: { [enabledBy]: isOn } })}
      />
    </section>
  )
}

/** Arrows go to the nearest card in their direction, Home and End to the first and the last one. */
function walk(event: KeyboardEvent, shelf: HTMLElement | null): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const cards = [...(shelf?.querySelectorAll<HTMLElement>('.shelf-card') ?? [])]
  const at = cards.findIndex((card) => card.contains(event.target as Node))
  const from = cards[at]
  if (!from) return
  const next = nextCard(event.key, cards, at)
  if (next === undefined) return
  event.preventDefault()
  event.stopPropagation()
  next.querySelector<HTMLElement>('a')?.focus()
}

function nextCard(key: string, cards: readonly HTMLElement[], at: number): HTMLElement | undefined {
  const box = (card: HTMLElement) => card.getBoundingClientRect()
  const from = cards[at] as HTMLElement
  const inColumn = (card: HTMLElement) => Math.abs(box(card).left - box(from).left) < 1
  switch (key) {
    case 'ArrowRight':
    case 'l':
      return cards[at + 1]
    case 'ArrowLeft':
    case 'h':
      return cards[at - 1]
    case 'ArrowDown':
    case 'j':
      return cards.slice(at + 1).find(inColumn) ?? cards[at + 1]
    case 'ArrowUp':
    case 'k':
      return cards.slice(0, at).findLast(inColumn) ?? cards[at - 1]
    case 'Home':
      return cards[0]
    case 'End':
      return cards.at(-1)
    default:
      return undefined
  }
}
