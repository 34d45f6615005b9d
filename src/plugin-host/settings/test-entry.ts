/** Tries whether a plugin saves: its server half sends a test entry to the service, by its real requests. */
import { attach, createEvent, createStore, sample, scopeBind } from 'effector'
import i18next from 'i18next'
import type { UserNotification } from '../../model/app/index.ts'
import { notificationFor } from '../../model/app/notify-failures.ts'
import { $services } from '../../model/services.ts'
import type { Manifest, PluginResponse } from '../../plugin-api/manifest.ts'
import { reportServerHalf } from '../installed/report-server-half.ts'
import { toBrowserPath } from '../../core/base-path.ts'
import { createTrigger } from '../run/app-scope.ts'
import { saveMessage } from '../saves/report-saves.ts'
import { pluginsAdded, pluginSecretChanged, pluginSettingChanged } from './plugin-states.ts'
import { afterSettings } from './setting-changes.ts'

/** What the last test of a plugin said. */
export type TestResult = { readonly tone: 'success' | 'warning'; readonly message: UserNotification }

export const testRequested = createEvent<Manifest>()

const testFx = attach({
  source: $services,
  effect: async (services, manifest: Manifest): Promise<TestResult> => {
    const { id } = manifest
    const trigger = createTrigger()
    const refetch = scopeBind(pluginsAdded)
    try {
      const { data } = await services.api.plugins.test({
        plugin: id,
        title: i18next.t('app:plugin.test.title'),
        picture: new URL(toBrowserPath('/icon-64.png'), location.origin).href,
      })
      const response = data as PluginResponse
      reportServerHalf(id, response, trigger)
      const { tone, notification } = await saveMessage(services, manifest, response, 'app:plugin.test.saved')
      return { tone: tone === 'info' ? 'success' : 'warning', message: notification }
    } catch (error) {
      return { tone: 'warning', message: notificationFor(error) ?? { key: 'app:plugin.offline' } }
    } finally {
      // The server remembers how it went.
      refetch([id])
    }
  },
})
sample({ clock: afterSettings(testRequested), target: testFx })

/** Ids of the plugins that are being tested. */
export const $testing = createStore<readonly string[]>([], { serialize: 'ignore' })
  .on(testRequested, (ids, { id }) => [...ids, id])
  .on(testFx.finally, (ids, { params }) => ids.filter((id) => id !== params.id))

/** By plugin, until its settings are changed or it is tested again. */
export const $testResults = createStore<ReadonlyMap<string, TestResult>>(new Map(), { serialize: 'ignore' })
  .on(testFx.done, (results, { params, result }) => new Map(results).set(params.id, result))
  .on(
    [
      testFx.map(({ id }) => id),
      pluginSecretChanged.map(({ id }) => id),
      pluginSettingChanged.map(({ id }) => id),
    ],
    (results, id) => {
      if (!results.has(id)) return results
      const others = new Map(results)
      others.delete(id)
      return others
    },
  )
