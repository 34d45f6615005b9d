export { startPlugins } from './begin.ts'
export { pluginSettings } from './feature.ts'
