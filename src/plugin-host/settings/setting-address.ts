import type { NotificationAction } from '../../model/app/events.ts'

/** Where the settings of plugins are: the page below /settings, and `data-setting` of a control. */
export const INTEGRATION_PAGE = 'integration'
/** A plugin's page below /settings. */
export const pluginPageOf = (plugin: string): string => `${INTEGRATION_PAGE}/${plugin}`
/** The command that opens a plugin's settings. */
export const settingsCommandOf = (plugin: string): string => `settings:plugin-${plugin}`
export const controlOf = (plugin: string, setting: string): string => `${plugin}-${setting}`
/** The button of a message about a plugin: leads to its settings, where given to this one of them. */
export const settingsAction = (plugin: string, setting?: string): NotificationAction => ({
  title: 'app:plugin.openSettings',
  command: 'plugin:open-settings',
  args: { place: setting === undefined ? plugin : controlOf(plugin, setting) },
})
