export { preloadPlugins, startPlugins } from './run/load-host.ts'
export { pluginSettings } from './settings/feature.ts'
export { pluginWorkshop } from './workshop/feature.ts'
