/** The browser tests look at every screen and dialog: a new one has to be added to their lists. */
import { expect, test } from 'vitest'
import { allFeatures } from '../../src/features/index.ts'
import { dialogOpeners } from '../e2e/dialog-openers.ts'
import { screenAddresses, signedOutAddresses } from '../e2e/screen-addresses.ts'

test('the browser tests open every dialog', () => {
  const dialogs = allFeatures.flatMap((feature) => feature.dialogs ?? []).map(({ id }) => id)
  expect(Object.keys(dialogOpeners).toSorted()).toEqual(dialogs.toSorted())
})

test('the browser tests show every screen', () => {
  const screens = allFeatures.flatMap((feature) => feature.screens ?? []).map(({ path }) => path)
  const shown = [...Object.keys(screenAddresses), ...signedOutAddresses, '/settings/*']
  expect(shown.toSorted()).toEqual(screens.toSorted())
})
