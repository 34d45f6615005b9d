/** One value of the plugin that is stored in this browser, and removed with the user's other data. */
export type PluginStorage = {
  /** @returns what was written last; null where nothing was */
  read(): Promise<unknown>
  /** @param value as JSON. @throws PluginRefusal `app:plugin.storageFull` for more than 250 000 characters */
  write(value: unknown): Promise<void>
}
