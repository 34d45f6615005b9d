// @vitest-environment happy-dom
import '../model/everything.ts'
import { fork, scopeBind } from 'effector'
import { expect, test } from 'vitest'
import { allFeatures } from '../features/index.ts'
import { featuresRegistered } from '../features/registry.ts'
import { screenChanged } from '../model/location/index.ts'
import { loadAllTranslations, startTranslations } from './i18n.ts'
import { followTitle } from './title.ts'

test('the window is called by what is read, or by the screen that is shown instead', async () => {
  await Promise.all([startTranslations('en'), loadAllTranslations()])
  const scope = fork()
  scopeBind(featuresRegistered, { scope })(allFeatures)
  const show = scopeBind(screenChanged, { scope })
  show('/login')
  followTitle(scope)
  expect(document.title).toBe('Sign in · Lectern')
  for (const [path, title] of [
    ['/timeline/view-0/all/pending', 'Articles · Lectern'],
    ['/settings/general', 'Settings · Lectern'],
    ['/discover', 'Discover · Lectern'],
    ['/elsewhere', 'Page not found · Lectern'],
  ] as const) {
    show(path)
    await expect.poll(() => document.title).toBe(title)
  }
})
