/** Files in which a plugin imports and exports feeds, and imports entries. */
import type { ImportedEntry } from '../contract/imports.ts'

export type { ImportedEntry }

/** What a file holds beside its feeds. */
export type PluginImportedFile = {
  /** An OPML document of its feeds, below 500 000 bytes; null where it names none. */
  readonly opml: Uint8Array | null
  /** Entries with their marks. Those that no followed feed has are saved as pages, so that nothing is lost. */
  readonly entries: readonly ImportedEntry[]
  /** Lines that could not be read, or not whole. */
  readonly unread: readonly {
    /** Which line: its title, or its number in the file. */
    readonly title: string
    /** Key of the plugin's locales: why. */
    readonly reason: string
  }[]
}

/**
 * A kind of file that feeds are imported from. The user chooses, drops or pastes a file in the reader's dialog, and then the
 * feeds to follow; a plugin sees the file and nothing else, so that this takes no permission.
 * @example
 * importFormat({
 *   id: 'addresses',
 *   hint: 'addressesHint',
 *   extensions: ['.txt'],
 *   mediaTypes: ['text/plain'],
 *   matches: (text) => /^https?:/.test(text),
 *   read: async (file) => opmlOf(new TextDecoder().decode(file).split('\n')),
 * })
 */
export type PluginImportFormat = {
  /** Unique within the plugin, kebab-case. */
  readonly id: string
  /** Key of the plugin's locales: where users find such a file, and how its name ends. */
  readonly hint: string
  /** How the names of its files end, in small letters: `.opml`. */
  readonly extensions: readonly string[]
  readonly mediaTypes: readonly string[]
  /** Bytes that a file may have at most: 500 000 when absent, 100 000 000 at most. */
  readonly maxBytes?: number
  /** Whether a text is such a file: a file is recognised by its content first, and by its name where no format does. */
  matches(text: string): boolean | Promise<boolean>
  /**
   * Called with a file or a text that matches, or else with a file that ends in one of the extensions.
   * @returns an OPML document of its feeds, below 500 000 bytes, which the server checks and imports; or that with entries
   * @throws PluginRefusal
   */
  read(file: Uint8Array): Promise<Uint8Array | PluginImportedFile>
}

/** A file that is downloaded. */
export type ExportedFile = { readonly name: string; readonly text: string }

/** A kind of file that the user's feeds are exported to. */
export type PluginExportFormat = {
  /** Unique within the plugin, kebab-case. */
  readonly id: string
  /** Key of the plugin's locales: what it is called. */
  readonly title: string
  /** Ways to write it, the default one first; titles are keys of the plugin's locales. Empty where there is one way. */
  readonly ways: readonly { readonly value: string; readonly title: string }[]
  /** Key of the plugin's locales: what the file holds, and what it does not. */
  readonly hint?: string
  /** @param way one of the ways; empty where there is one. @throws PluginRefusal */
  write(way: string): Promise<ExportedFile>
}

/** What a plugin exports. */
export type FeedExports = {
  /**
   * All feeds that the user follows, as OPML: nested by view or by folder, with their settings and the user's rules and labels
   * unless `settings` is false. @throws PluginRefusal in words
   */
  asOpml(nesting: 'view' | 'category', options?: { readonly settings: boolean }): Promise<string>
}
