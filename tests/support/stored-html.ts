import type { SafeHtml } from '../../src/server/feeds/sanitise/safe-html.ts'

/** A test's own text in the part of stored content. It may be hostile: what shows it is under test then. */
export const storedHtml = (html: string): SafeHtml => html as SafeHtml
