/** Where the settings of plugins are: the page below /settings, and `data-setting` of a control. */
export const INTEGRATION_PAGE = 'integration'
export const controlOf = (plugin: string, setting: string): string => `${plugin}-${setting}`
