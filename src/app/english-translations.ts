/** All English messages, imported as text: as modules they would end up in the first bundle. */
import app from '../../locales/en/app.json?raw'
import errors from '../../locales/en/errors.json?raw'
import lang from '../../locales/en/lang.json?raw'

type Messages = Record<string, unknown>
const parsed = (text: string) => JSON.parse(text) as Messages
export const all = { app: parsed(app), errors: parsed(errors), lang: parsed(lang) }
