export { pluginHostStarted } from './plugins.ts'
export { PluginSettings } from './plugin-settings.tsx'
