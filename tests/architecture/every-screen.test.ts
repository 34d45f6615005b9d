/** The browser tests look at every screen and dialog: a new one has to be added to their lists. */
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import type { Feature } from '../../src/features/feature.ts'
import { allFeatures } from '../../src/features/index.ts'
import { registrationsOf } from '../../src/plugin-api/testing.ts'
import { builtInPlugins } from '../../src/plugin-host/run/catalogue.ts'
import { pluginWorkshop } from '../../src/plugin-host/index.ts'
import { dialogOpeners } from '../e2e/dialog-openers.ts'
import { pluginScreens, screenAddresses, signedOutAddresses } from '../e2e/screen-addresses.ts'
import { startDefaultPlugins } from '../support/default-plugins.ts'

let features: readonly Feature[] = []
/** Paths of the screens and ids of the dialogs of the plugins that users switch on. */
const switched = { screens: [] as string[], dialogs: [] as string[] }
beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: {} })
  for (const { manifest: load, client } of builtInPlugins) {
    const [manifest, half] = await Promise.all([load(), client?.(() => {})])
    if (!half || manifest.settings.parse({})[manifest.enabledBy] === true) continue
    const { screens, dialogs } = registrationsOf(manifest, half)
    switched.screens.push(...screens.map(({ path }) => path))
    switched.dialogs.push(...dialogs.map((id) => `${manifest.id}/${id}`))
  }
  features = [...allFeatures, pluginWorkshop, ...(await startDefaultPlugins()).features]
})

/** A tree without a plugin's folder needs nothing of it. */
const isThere = (plugin?: string): boolean => builtInPlugins.some(({ id }) => id === plugin)

test('the browser tests open every dialog', () => {
  const dialogs = features.flatMap((feature) => feature.dialogs ?? []).map(({ id }) => id)
  const openers = Object.keys(dialogOpeners).filter((id) => !id.includes('/') || isThere(id.split('/')[0]))
  expect(openers.toSorted(), 'tests/e2e/dialog-openers.ts has each').toEqual(
    [...dialogs, ...switched.dialogs].toSorted(),
  )
})

test('the browser tests show every screen', () => {
  const screens = features.flatMap((feature) => feature.screens ?? []).map(({ path }) => path)
  const ofPlugins = Object.entries(pluginScreens).flatMap(([id, paths]) => (isThere(id) ? paths : []))
  const shown = [...Object.keys(screenAddresses), ...signedOutAddresses, '/settings/*', ...ofPlugins]
  expect(shown.toSorted(), 'tests/e2e/screen-addresses.ts has each, pluginScreens those of plugins').toEqual(
    [...screens, ...switched.screens].toSorted(),
  )
})
