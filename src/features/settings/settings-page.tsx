import type { ReactNode } from 'react'
import { Link, Navigate, NavLink, useLocation } from 'react-router'
import { EmptyState, PluginIcon, PreviousIcon, useTranslation } from '../../ui/index.ts'
import { AboutPage } from './about-page.tsx'
import { AccountPage } from './account/account-page.tsx'
import { AppearancePage } from './appearance-page.tsx'
import { DataPage } from './data-page.tsx'
import { FeedsPage } from './feeds/feeds-page.tsx'
import { GeneralPage } from './general-page.tsx'
import { pages, type PagePath } from './pages.tsx'
import { ShortcutsPage } from './shortcuts/shortcuts-page.tsx'

export type SettingsProps = {
  /** The panes of plugins, drawn by their host from their schemas; this page only leaves them the room. */
  readonly pluginSettings?: ReactNode
}

/** The page /settings with its sub-pages. */
export function SettingsPage({ pluginSettings }: SettingsProps) {
  const { t, ready } = useTranslation('settings')
  const { pathname } = useLocation()
  const path = pathname.split('/')[2] ?? ''
  const page = pages.find((one) => one.path === path)
  // This group of words comes with the page; until it is here there would be names instead of words.
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
                {icon}
                {t(`pages.${to}`)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {/* The key makes every page begin at its top. */}
      <main key={path} className="settings-main" data-scroll data-page={path}>
        <div className="settings-content">
          <h1>{t(`pages.${page.path}`)}</h1>
          <Content path={page.path} pluginSettings={pluginSettings} />
        </div>
      </main>
    </div>
  )
}

const contents: Readonly<Record<Exclude<PagePath, 'integration'>, ReactNode>> = {
  general: <GeneralPage />,
  appearance: <AppearancePage />,
  'data-control': <DataPage />,
  shortcuts: <ShortcutsPage />,
  feeds: <FeedsPage />,
  profile: <AccountPage />,
  about: <AboutPage />,
}

function Content({ path, pluginSettings }: SettingsProps & { readonly path: PagePath }) {
  const { t } = useTranslation('settings')
  if (path !== 'integration') return contents[path]
  if (!pluginSettings)
    return (
      <EmptyState
        icon={<PluginIcon />}
        title={t('integration.none')}
        description={t('integration.noneWords')}
      />
    )
  return (
    <>
      <p className="ui-field-hint">{t('integration.words')}</p>
      {pluginSettings}
    </>
  )
}
