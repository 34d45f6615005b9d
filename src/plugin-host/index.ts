export { startPlugins } from './load-host.ts'
export { pluginSettings } from './feature.ts'
