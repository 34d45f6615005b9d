import { useUnit } from 'effector-react'
import { useSearchParams } from 'react-router'
import { attach, createEvent, createStore, sample, scopeBind } from 'effector'
import { Section } from '../../features/settings/index.ts'
import { type UserNotification, notifyFailures } from '../../model/app/index.ts'
import { textCopied } from '../../model/browser-actions/index.ts'
import { addressOfSignIn, type Manifest, type PluginResponse } from '../../plugin-api/manifest.ts'
import { Button, CopyIcon, Notice, useTranslation } from '../../ui/index.ts'
import { notificationOf, sentenceOf } from '../run/contributions/plugin-message.ts'
import { connectionOf } from './connection.ts'
import { type PluginState, pluginsAdded } from './plugin-states.ts'
import { afterSettings } from './setting-changes.ts'
import { webAddress } from '../../core/safe-href.ts'
import { notificationFor } from '../../model/app/notify-failures.ts'
import { $services } from '../../model/services.ts'
import { mapWithout } from '../run/map-without.ts'

/** Connects a plugin to its service: the user signs in there, and the server stores what comes of it. */
const connectRequested = createEvent<Manifest>()
const disconnectRequested = createEvent<Manifest>()

/** @returns why the sign-in cannot begin; null where the page of the service opens */
const connectFx = attach({
  source: $services,
  effect: async ({ api }, manifest: Manifest): Promise<UserNotification | null> => {
    try {
      const response = (await api.plugins.signIn({ plugin: manifest.id })).data as PluginResponse
      if (!response.ok) return notificationOf(manifest, response.words)
      const address = webAddress((response.output as { address: string }).address)
      if (address !== undefined) window.location.assign(address)
      return null
    } catch (error) {
      return notificationFor(error) ?? { key: 'app:plugin.offline' }
    }
  },
})
sample({ clock: afterSettings(connectRequested), target: connectFx })

const disconnectFx = attach({
  source: $services,
  effect: async ({ api }, { id }: Manifest) => {
    const refetch = scopeBind(pluginsAdded)
    await api.plugins.signOut({ plugin: id })
    refetch([id])
  },
})
sample({ clock: disconnectRequested, target: disconnectFx })
notifyFailures(disconnectFx.failData, { key: 'app:plugin.offline' })

/** The last sign-in of a plugin could not begin, by plugin. */
const $signInProblems = createStore<ReadonlyMap<string, UserNotification>>(new Map(), {
  serialize: 'ignore',
})
  .on(connectRequested, (all, { id }) => mapWithout(all, id))
  .on(connectFx.done, (all, { params: { id }, result }) => (result ? new Map(all).set(id, result) : all))

/** Ids of the plugins whose sign-in begins or ends. */
const $signingIn = createStore<readonly string[]>([], { serialize: 'ignore' })
  .on([connectRequested, disconnectRequested], (ids, { id }) => [...ids, id])
  .on([connectFx.finally, disconnectFx.finally], (ids, { params: { id } }) => ids.filter((one) => one !== id))

/** "Connect", and as whom the plugin is connected. Nothing where it has no sign-in. */
export function SignInSection({ state }: { readonly state: PluginState }) {
  const { manifest, values, signIn } = state
  const { t } = useTranslation('app')
  const [parameters] = useSearchParams()
  const { busy, problems, connect, disconnect } = useUnit({
    busy: $signingIn,
    problems: $signInProblems,
    connect: connectRequested,
    disconnect: disconnectRequested,
  })
  if (!signIn || !manifest.signIn) return null
  const { isConnected, account, needsClient, returnAddress } = signIn
  const host = addressOfSignIn(manifest.signIn.authorize, values)?.host ?? null
  const { client } = manifest.signIn
  const isReady = host !== null && !(needsClient && 'setting' in client && !values[client.setting])
  const problem = problems.get(manifest.id) ?? lastProblemOf(state)
  return (
    <Section title={t('plugin.signIn.title')}>
      {needsClient && !isConnected && <ReturnAddress address={returnAddress} />}
      <div className="plugin-sign-in">
        <p aria-live="polite">
          {isConnected
            ? t(account === null ? 'plugin.signIn.connected' : 'plugin.signIn.connectedAs', { account })
            : t(host === null ? 'plugin.signIn.addressFirst' : 'plugin.signIn.hint', { host })}
        </p>
        {isConnected ? (
          <Button busy={busy.includes(manifest.id)} onClick={() => disconnect(manifest)}>
            {t('plugin.signIn.disconnect')}
          </Button>
        ) : (
          <Button busy={busy.includes(manifest.id)} disabled={!isReady} onClick={() => connect(manifest)}>
            {t('plugin.signIn.connect')}
          </Button>
        )}
      </div>
      {problem ? (
        <Notice tone="warning">{sentenceOf(problem)}</Notice>
      ) : (
        parameters.get('signIn') === 'expired' &&
        !isConnected && <Notice tone="warning">{t('plugin.signIn.expired')}</Notice>
      )}
    </Section>
  )
}

/** Why the last sign-in failed or ended, where the state of the plugin is that it still needs one. */
function lastProblemOf(state: PluginState): UserNotification | null {
  const { manifest, outcome } = state
  const words = outcome?.words
  if (!words || connectionOf(state).state !== 'notSetUp') return null
  const isOfSignIn = outcome.kind === 'signIn' || words.key.startsWith('plugin.signIn.')
  return isOfSignIn ? notificationOf(manifest, words) : null
}

/** What the service asks for where the user registers this reader. */
function ReturnAddress({ address }: { readonly address: string }) {
  const { t } = useTranslation(['app', 'common'])
  const copied = useUnit(textCopied)
  return (
    <div className="plugin-sign-in">
      <p>
        {t('plugin.signIn.returnAddress')}
        <code>{address}</code>
      </p>
      <Button icon={<CopyIcon />} onClick={() => copied(address)}>
        {t('plugin.signIn.copy')}
      </Button>
    </div>
  )
}
