import { useUnit } from 'effector-react'
import {
  createElement,
  lazy,
  Suspense,
  useEffect,
  useRef,
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { Navigate, NavLink, useLocation } from 'react-router'
import { memoizeByObject } from '../../core/index.ts'
import { registry } from '../../model/app/registry.ts'
import { $online } from '../../model/network/index.ts'
import { $role } from '../../model/session/index.ts'
import { Icon, moveFocus, Notice, OfflineIcon, PrivateIcon, useTranslation } from '../../ui/index.ts'
import type { SettingsPage as SettingsPageRecord } from '../feature.ts'
import { CommandButton } from '../shared/command-presentation/index.ts'
import { NeedsInvitation } from '../invitations/index.ts'
import { $settingsPages } from '../registry.ts'
import { SettingsSearch } from './settings-search.tsx'
import { useConfigs } from '../session/index.ts'

const componentOf = memoizeByObject(({ load }: SettingsPageRecord) => lazy(load))
/** The pages' components by path; each loads when it is first shown. */
const $components = $settingsPages.map(
  (pages): ReadonlyMap<string, ComponentType> => new Map(pages.map((page) => [page.path, componentOf(page)])),
)

const LEAVE = 'layout:leave-screen'
/** Where the sections that spec 2 names stand: consents to usage data, and the switch of the plugin. */
const movedPages: Readonly<Record<string, string>> = {
  privacy: '/settings/data',
  power: '/settings/integration',
}

/** The page /settings with its sub-pages. */
export function SettingsPage() {
  const { t, ready } = useTranslation(['settings', 'common'])
  const [allPages, components, role] = useUnit([$settingsPages, $components, $role])
  const [online, invoke] = useUnit([$online, registry.commandInvoked])
  const configs = useConfigs()
  const pages = allPages.filter(({ ifEnabled }) => !ifEnabled || configs?.[ifEnabled])
  const { pathname, hash, key } = useLocation()
  // A page may have pages of its own, which have their own headings.
  const [, , path = '', part] = pathname.split('/')
  const page = components.get(path)
  const isLocked = (one: SettingsPageRecord) => role === 'trial' && one.notOnTrial === true
  const current = pages.find((one) => one.path === path)
  const main = useRef<HTMLElement>(null)
  const nav = useRef<HTMLElement>(null)
  // In a narrow window the pages are in one row, which is longer than the window.
  useEffect(() => {
    nav.current
      ?.querySelector('[aria-current="page"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path, ready, pages.length])
  // The list of pages, or of what the search has found, is one stop for Tab.
  const walk = (event: KeyboardEvent) => {
    const links = [...(nav.current?.querySelectorAll<HTMLElement>('li > a') ?? [])]
    const at = links.findIndex((link) => link === event.target)
    // Other keys are letters of the search, or move its cursor.
    if (at !== -1 || event.key === 'ArrowDown') moveFocus(event, links, at)
  }
  // Once the translations are loaded, the page is there.
  useFocusedSetting(main, hash.slice(1), `${key} ${ready}`)
  // Until its translations are loaded the page would show keys.
  if (!ready) return null
  // Which pages there are is known once the server has responded.
  if (page && !current && configs === null) return null
  if (!page || !current) return <Navigate to={movedPages[path] ?? '/settings/general'} replace />
  return (
    <>
      {/* For the mouse alone: the button does the same. */}
      <div
        className="settings-scrim"
        aria-hidden="true"
        onClick={() => invoke({ id: LEAVE, source: 'button' })}
      />
      <div className="settings" data-focus-area="sub-layer">
        <nav ref={nav} className="settings-nav" aria-label={t('title')} onKeyDown={walk}>
          <p className="settings-title">{t('title')}</p>
          <span className="settings-close">
            <CommandButton id={LEAVE} icon="close" label={t('close')} />
          </span>
          <SettingsSearch isMainField={!current.hasMainField}>
            <ul>
              {pages.map((one) => (
                <li key={one.path}>
                  <NavLink
                    to={`/settings/${one.path}`}
                    tabIndex={one === current ? 0 : -1}
                    data-locked={isLocked(one) || undefined}
                  >
                    <Icon name={one.icon} />
                    {t(`pages.${one.path}`)}
                    {isLocked(one) && <PrivateIcon aria-label={t('notActivated')} role="img" />}
                  </NavLink>
                </li>
              ))}
            </ul>
          </SettingsSearch>
        </nav>
        {/* The key makes every page begin at its top. */}
        <main ref={main} key={path} className="settings-main" data-scroll data-page={path}>
          <div className="settings-content">
            {part === undefined && <h1>{t(`pages.${path}`)}</h1>}
            {!online && (
              <Notice icon={<OfflineIcon aria-hidden="true" />}>{t('common:state.offline')}</Notice>
            )}
            <Suspense fallback={null}>
              {isLocked(current) ? <NeedsInvitation /> : createElement(page)}
            </Suspense>
          </div>
        </main>
      </div>
    </>
  )
}

/**
 * Focuses the control of the setting that the address names after `#`, as soon as the page is loaded.
 * @param visit another one focuses it again
 */
function useFocusedSetting(main: RefObject<HTMLElement | null>, name: string, visit: string): void {
  useEffect(() => {
    if (!main.current || !/^[\w-]+$/.test(name)) return
    const focus = (): boolean => {
      const setting = main.current?.querySelector<HTMLElement>(
        `[data-setting="${name}"], [data-plugin="${name}"]`,
      )
      const control = setting?.querySelector<HTMLElement>('input,select,textarea,button')
      ;(control ?? setting)?.scrollIntoView({ block: 'center' })
      control?.focus({ preventScroll: true })
      return control !== undefined && control !== null
    }
    if (focus()) return
    const observer = new MutationObserver(() => focus() && observer.disconnect())
    observer.observe(main.current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [main, name, visit])
}
