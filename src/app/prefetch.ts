/** Code that will surely be wanted soon comes in the first idle moment, so that the first time is as quick as any. */
import { preloadPalette } from '../palette/index.ts'
import { preloadCleaner } from '../panes/entry/index.ts'
import { preloadDialog, preloadMenu } from '../ui/index.ts'

const idle = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 3000 }) : setTimeout(run, 600)

export function prefetchLater(): void {
  for (const load of [preloadCleaner, preloadPalette, preloadDialog, preloadMenu]) idle(load)
}
