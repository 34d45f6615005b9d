/** Ids of the commands that save entries with a plugin begin so; the id of the plugin follows. */
export const SAVE_PREFIX = 'integration:save-to-'
