import { useUnit } from 'effector-react'
import { createElement, lazy, Suspense, useEffect, useRef, type ComponentType, type RefObject } from 'react'
import { Link, Navigate, NavLink, useLocation } from 'react-router'
import { Icon, PreviousIcon, useTranslation } from '../../ui/index.ts'
import { $settingsPages } from '../registry.ts'

/** The pages' components by path; each loads when it is first shown. */
const $components = $settingsPages.map(
  (pages): ReadonlyMap<string, ComponentType> => new Map(pages.map(({ path, load }) => [path, lazy(load)])),
)

/** The page /settings with its sub-pages. */
export function SettingsPage() {
  const { t, ready } = useTranslation('settings')
  const [pages, components] = useUnit([$settingsPages, $components])
  const { pathname, hash, key } = useLocation()
  const path = pathname.split('/')[2] ?? ''
  const page = components.get(path)
  const main = useRef<HTMLElement>(null)
  // Once the translations are loaded, the page is there.
  useFocusedSetting(main, hash.slice(1), `${key} ${ready}`)
  // Until its translations are loaded the page would show keys.
  if (!ready) return null
  if (!page) return <Navigate to="/settings/general" replace />
  return (
    <div className="settings" data-focus-area="sub-layer">
      <nav className="settings-nav" aria-label={t('title')}>
        <Link className="settings-back" to="/">
          <PreviousIcon aria-hidden="true" />
          {t('title')}
        </Link>
        <ul>
          {pages.map(({ path: to, icon }) => (
            <li key={to}>
              <NavLink to={`/settings/${to}`}>
                <Icon name={icon} />
                {t(`pages.${to}`)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {/* The key makes every page begin at its top. */}
      <main ref={main} key={path} className="settings-main" data-scroll data-page={path}>
        <div className="settings-content">
          <h1>{t(`pages.${path}`)}</h1>
          <Suspense fallback={null}>{createElement(page)}</Suspense>
        </div>
      </main>
    </div>
  )
}

/**
 * Focuses the control of the setting that the address names after `#`, as soon as the page is loaded.
 * @param visit another one focuses it again
 */
function useFocusedSetting(main: RefObject<HTMLElement | null>, name: string, visit: string): void {
  useEffect(() => {
    if (!main.current || !/^\w+$/.test(name)) return
    const focus = (): boolean => {
      const setting = main.current?.querySelector<HTMLElement>(`[data-setting="${name}"]`)
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
