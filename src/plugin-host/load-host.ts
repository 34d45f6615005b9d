/** Loads the host lazily: when a plugin is enabled, or when the settings are opened. */
import { scopeBind, type Scope } from 'effector'
import { allFeaturesRegistered } from '../features/registry.ts'
import { infoNotified } from '../model/app/index.ts'
// In the first bundle: the address is another one when the rest loads.
import { isSafeMode } from './safe-mode.ts'
import { $enabledPlugins } from './stored-plugins.ts'

export async function startPlugins(scope: Scope): Promise<void> {
  if (isSafeMode) scopeBind(infoNotified, { scope })({ key: 'app:plugin.elsewhere.safeMode' })
  if (scope.getState($enabledPlugins).length === 0) return scopeBind(allFeaturesRegistered, { scope })()
  const [{ pluginHostStarted }] = await Promise.all([import('./plugins.ts'), import('./installed.ts')])
  scopeBind(pluginHostStarted, { scope })()
}
