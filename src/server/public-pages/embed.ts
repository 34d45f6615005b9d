import { raw } from 'hono/html'
import type { SafeHtml } from '../feeds/sanitise/safe-html.ts'

/**
 * The only way of ready markup into a public page: everything else in a template is a string, which the template escapes.
 * A test holds that no other file imports hono's `raw`, which itself takes anything.
 */
export const embed = (content: SafeHtml) => raw(content)
