/** English whole, as text: as modules, these files would be in the first bundle with all that they hold. */
import app from '../../locales/en/app.json?raw'
import errors from '../../locales/en/errors.json?raw'

type Words = Record<string, unknown>
export const all = { app: JSON.parse(app) as Words, errors: JSON.parse(errors) as Words }
