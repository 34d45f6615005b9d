/** The way into the host. It weighs as much as a pane, so it comes when a plugin is on, or when the settings are looked at. */
import { scopeBind, type Scope } from 'effector'
import { $enabledPlugins } from './stored-plugins.ts'

export async function startPlugins(scope: Scope): Promise<void> {
  if (scope.getState($enabledPlugins).length === 0) return
  const { pluginHostStarted } = await import('./plugins.ts')
  scopeBind(pluginHostStarted, { scope })()
}
