/** Files that other readers export beside OPML, as feeds and entries for an import format. */
export { feedsOpml } from '../contract/reader-exports/feeds-opml.ts'
export { encodingOf, isReaderExport, readExport } from '../contract/reader-exports/read-export.ts'
export { ReaderExportError, type ReaderExport } from '../contract/reader-exports/reader-export.ts'
