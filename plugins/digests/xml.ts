import { escapeAttribute, withoutXmlForbidden } from '../../src/plugin-api/server.ts'

/** A text within XML, also within an attribute. */
export const escapedXml = (text: string): string => escapeAttribute(withoutXmlForbidden(text))
