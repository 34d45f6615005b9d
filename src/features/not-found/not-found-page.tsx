import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import {
  $listedPlugins,
  $pluginsWithScreens,
  $startingPlugins,
  pluginStartedAgain,
  pluginSwitchedOn,
} from '../../model/plugins/index.ts'
import { Button, DiscoverIcon, EmptyState, HomeIcon, useTranslation } from '../../ui/index.ts'
import './not-found.css'

/** The page for unknown paths (spec 2): shows the path and links home. A plugin's page says that the plugin is off, or why it stopped. */
export default function NotFoundPage() {
  const { t } = useTranslation('app')
  const { pathname } = useLocation()
  const owner = useOwner(pathname)
  const { switchOn, startAgain, starting } = useUnit({
    switchOn: pluginSwitchedOn,
    startAgain: pluginStartedAgain,
    starting: $startingPlugins,
  })
  const plugin = owner && t(owner.nameKey)
  const failure = owner?.failure
  const home = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!owner) home.current?.focus()
  }, [owner])
  return (
    <main className="not-found-page" data-focus-area="sub-layer">
      <EmptyState
        icon={<DiscoverIcon />}
        title={
          plugin
            ? t(failure === undefined ? 'notFound.pluginOff' : 'notFound.pluginFailed', { plugin })
            : t('notFound.title')
        }
        description={
          <>
            {plugin && failure !== undefined
              ? t('notFound.failedReason', { plugin, reason: failure })
              : plugin
                ? t('notFound.ofPlugin', { plugin })
                : t('notFound.words')}{' '}
            <code className="not-found-path">{pathname}</code>
          </>
        }
        actions={
          <>
            {owner && (
              <Button
                variant="primary"
                autoFocus
                busy={starting.includes(owner.id)}
                onClick={() => (failure === undefined ? switchOn : startAgain)(owner.id)}
              >
                {t(failure === undefined ? 'notFound.switchOn' : 'notFound.startAgain', { plugin })}
              </Button>
            )}
            <Link className="ui-button" data-variant={owner ? undefined : 'primary'} to="/" ref={home}>
              <HomeIcon aria-hidden="true" />
              <span className="ui-button-label">{t('notFound.home')}</span>
            </Link>
          </>
        }
      />
    </main>
  )
}

/** The plugin that has the pages below the first part of the address, while it is off or was stopped. */
function useOwner(pathname: string) {
  const [plugins, listed] = useUnit([$pluginsWithScreens, $listedPlugins])
  const id = pathname.split('/')[1]
  const state = listed.find((one) => one.id === id)
  const owner = plugins?.find((one) => one.id === id)
  return owner && !state?.isRunning ? { ...owner, failure: state?.failure } : undefined
}
