import type { SafeHtml } from '../../src/server/feeds/sanitise/safe-html.ts'

/** A test's text as stored content. It may be hostile, to test what displays it. */
export const storedHtml = (html: string): SafeHtml => html as SafeHtml
