import type { ReactNode } from 'react'
import {
  AccountIcon,
  AppearanceIcon,
  DataIcon,
  FeedIcon,
  InfoIcon,
  KeyboardIcon,
  PluginIcon,
  SettingsIcon,
} from '../../ui/index.ts'

/** The pages of the settings in their order (client-facts 2), by the path below /settings. */
export const pages = [
  { path: 'general', icon: <SettingsIcon /> },
  { path: 'appearance', icon: <AppearanceIcon /> },
  { path: 'integration', icon: <PluginIcon /> },
  { path: 'data-control', icon: <DataIcon /> },
  { path: 'shortcuts', icon: <KeyboardIcon /> },
  { path: 'feeds', icon: <FeedIcon /> },
  { path: 'profile', icon: <AccountIcon /> },
  { path: 'about', icon: <InfoIcon /> },
] as const satisfies readonly { readonly path: string; readonly icon: ReactNode }[]
export type PagePath = (typeof pages)[number]['path']
