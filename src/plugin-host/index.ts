export { loadPluginSettings, startPlugins } from './begin.ts'
