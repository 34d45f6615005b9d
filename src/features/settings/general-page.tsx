import { generalForm } from './forms/general-form.ts'
import { SettingsForm } from './forms/settings-form.tsx'

/** General settings: language, marking as read, the list. */
export const GeneralPage = () => <SettingsForm sections={generalForm} />
