/** Asks whether a problem is gone while some installed plugins are off. It is no dialog: the reader is tried meanwhile. */
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import {
  $listedPlugins,
  causeAnswered,
  causeSearchEnded,
  pluginSwitchedOff,
} from '../../model/plugins/index.ts'
import { Button, useTranslation } from '../../ui/index.ts'
import { $causeSearch, $causeSearchRequests, type CauseSearch } from './cause-search.ts'
import './cause-search.css'

export default function CauseSearchBar() {
  const { t } = useTranslation('app')
  const { search, requests, end } = useUnit({
    search: $causeSearch,
    requests: $causeSearchRequests,
    end: causeSearchEnded,
  })
  const bar = useRef<HTMLElement>(null)
  useEffect(() => bar.current?.querySelector('button')?.focus(), [search, requests])
  if (!search) return null
  return (
    <section
      ref={bar}
      className="cause-search"
      // Without an area of its own, the focus would go back to the screen when the palette closes.
      data-focus-area="sub-layer"
      aria-label={t('plugin.cause.title')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        end()
      }}
    >
      {search.state === 'asking' ? <Question {...search} /> : <Outcome {...search} />}
    </section>
  )
}

function Question({ off }: Extract<CauseSearch, { state: 'asking' }>) {
  const { t } = useTranslation('app')
  const nameOf = useNames()
  const [answer, end] = useUnit([causeAnswered, causeSearchEnded])
  return (
    <>
      <p role="status">
        {t('plugin.cause.off', { count: off.length, plugins: off.map(nameOf).join(', ') })}{' '}
        <strong>{t('plugin.cause.question')}</strong>
      </p>
      <div className="ui-buttons">
        <Button onClick={() => answer(true)}>{t('plugin.cause.gone')}</Button>
        <Button onClick={() => answer(false)}>{t('plugin.cause.remains')}</Button>
        <Button variant="quiet" onClick={() => end()}>
          {t('plugin.cause.end')}
        </Button>
      </div>
    </>
  )
}

function Outcome({ cause }: Extract<CauseSearch, { state: 'ended' }>) {
  const { t } = useTranslation('app')
  const nameOf = useNames()
  const [switchOff, end] = useUnit([pluginSwitchedOff, causeSearchEnded])
  return (
    <>
      <p role="status">
        {cause === null ? t('plugin.cause.none') : t('plugin.cause.found', { plugin: nameOf(cause) })}
      </p>
      <div className="ui-buttons">
        {cause !== null && (
          <Button
            onClick={() => {
              switchOff(cause)
              end()
            }}
          >
            {t('plugin.cause.switchOff')}
          </Button>
        )}
        <Button onClick={() => end()}>{t('common:action.close')}</Button>
      </div>
    </>
  )
}

/** @returns the name of a plugin by its id */
function useNames(): (id: string) => string {
  const { t } = useTranslation('app')
  const plugins = useUnit($listedPlugins)
  return (id) => {
    const key = plugins.find((one) => one.id === id)?.nameKey
    return key ? t(key) : id
  }
}
