/** In development: a built-in plugin whose files change is loaded again. The page and the plugin's settings stay as they are. */
import { builtInPlugins, type PluginSource } from './catalogue.ts'

/** Of the Vite plugin `plugin-files`. `folder` is the address of the plugin's files. */
type FilesChanged = { readonly id: string; readonly folder: string; readonly timestamp: number }

/** @param changed gets the plugin as it is now */
export function followPluginFiles(changed: (source: PluginSource) => void): void {
  import.meta.hot?.on('lectern:plugin', ({ id, folder, timestamp }: FilesChanged) => {
    const before = builtInPlugins.find((plugin) => plugin.id === id)
    if (!before) return
    // Vite's, of a mistake that may be corrected now. It shows the next one by itself.
    document.querySelectorAll('vite-error-overlay').forEach((overlay) => overlay.remove())
    // Another address: the browser loads each one once.
    const load = async (file: string) =>
      ((await import(/* @vite-ignore */ `${folder}/${file}t=${timestamp}`)) as { default: never }).default
    changed({
      ...before,
      isChanged: true,
      manifest: () => load('plugin.ts?'),
      client: before.client && (() => load('client.tsx?')),
      translations: Object.fromEntries(
        Object.keys(before.translations).map((language) => [
          language,
          () => load(`locales/${language}.json?import&`),
        ]),
      ),
    })
  })
}
