/** What is not needed for the first list comes in the first idle moments, so that its own first time is as quick as any. */
import { scopeBind, type Scope } from 'effector'
import { preloadPalette } from '../palette/index.ts'
import { preloadCleaner } from '../panes/entry/index.ts'
import { preloadDialog, preloadMenu } from '../ui/index.ts'

/** ms */
const LATEST = 3000
const idle = (run: () => void) =>
  'requestIdleCallback' in window
    ? requestIdleCallback(run, { timeout: LATEST })
    : setTimeout(run, LATEST / 5)

export function startLater(scope: Scope): void {
  idle(preloadCleaner)
  idle(() => void startPlugins(scope))
  for (const load of [preloadPalette, preloadDialog, preloadMenu]) idle(load)
  if (import.meta.env.PROD)
    idle(() => void import('./service-worker.ts').then((worker) => worker.installServiceWorker()))
}

async function startPlugins(scope: Scope): Promise<void> {
  const { pluginHostStarted } = await import('../plugin-host/index.ts')
  scopeBind(pluginHostStarted, { scope })()
}
