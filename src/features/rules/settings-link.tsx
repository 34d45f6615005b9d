import { Navigate } from 'react-router'

/** The settings section "actions" is the page of rules. */
export const SettingsLink = () => <Navigate to="/action" replace />
