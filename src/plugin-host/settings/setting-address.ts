/** Where the settings of plugins are: the page below /settings, and `data-setting` of a control. */
export const INTEGRATION_PAGE = 'integration'
/** The command that opens a plugin's settings. */
export const settingsCommandOf = (plugin: string): string => `settings:plugin-${plugin}`
export const controlOf = (plugin: string, setting: string): string => `${plugin}-${setting}`
