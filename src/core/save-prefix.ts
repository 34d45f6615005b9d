/** Prefix of the ids of commands that save entries with a plugin; the id of the plugin follows. */
export const SAVE_PREFIX = 'integration:save-to-'
