import { raw } from 'hono/html'
import type { SafeHtml } from '../feeds/sanitise/safe-html.ts'

/**
 * The only way to insert markup into a public page: all other values are strings, which the template escapes.
 * A test ensures that no other file imports hono's `raw`, which accepts any string.
 */
export const embed = (content: SafeHtml) => raw(content)
