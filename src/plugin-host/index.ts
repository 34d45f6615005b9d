export { startPlugins } from './load-host.ts'
export { pluginSettings } from './feature.ts'
export { pluginWorkshop } from './workshop/feature.ts'
