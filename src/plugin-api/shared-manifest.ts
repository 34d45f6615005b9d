/** A manifest of a shared bundle as one of a built-in plugin. */
import { z } from 'zod'
import { grantsOf, type SharedManifest, type SharedSetting } from '../contract/plugin-bundle.ts'
import type { Contributes } from './contributes.ts'
import { missingForSignIn } from './sign-in.ts'
import { definePlugin, type Activation, type Manifest, type Permission } from './manifest.ts'

function schemaOf(setting: SharedSetting): z.ZodType {
  switch (setting.type) {
    case 'boolean':
      return z.boolean().default(setting.default)
    case 'string':
      return z
        .string()
        .max(setting.maxLength ?? 4000)
        .default(setting.default)
    case 'choice':
      return z.enum(setting.choices).default(setting.default)
    case 'number':
      return z
        .number()
        .min(setting.minimum ?? -Number.MAX_VALUE)
        .max(setting.maximum ?? Number.MAX_VALUE)
        .default(setting.default)
  }
}

/**
 * @param granted of the permissions that it asks for, as {@link permissionGrant}; it has no others
 * @throws for another API version, styles or a sign-in without their permission, and as {@link definePlugin}
 */
export function manifestOf(shared: SharedManifest, granted: readonly string[]): Manifest {
  const { id, version, api, enabledBy, styles } = shared
  if (styles && !shared.permissions.includes('styles'))
    throw new Error(`Plugin ${id}: styles need the permission styles`)
  const missing = shared.signIn && missingForSignIn(shared.signIn, shared.permissions)
  if (missing !== undefined) throw new Error(`Plugin ${id}: its sign-in needs the permission ${missing}`)
  const settings = Object.entries(shared.settings).map(([name, one]) => [name, schemaOf(one)] as const)
  return definePlugin({
    id,
    version,
    api,
    enabledBy,
    settings: z.object(Object.fromEntries(settings)),
    secrets: shared.secrets ?? [],
    ...(shared.fields && { fields: shared.fields }),
    ...(shared.showWhen && { showWhen: shared.showWhen }),
    ...(shared.icon !== undefined && { icon: shared.icon }),
    ...(shared.requires && { requires: shared.requires }),
    ...(shared.signIn && { signIn: shared.signIn }),
    ...(shared.help !== undefined && { help: shared.help }),
    ...(shared.hasScreens && { hasScreens: true }),
    ...(styles && granted.includes('styles') && { styles }),
    ...(shared.jobs && { jobs: shared.jobs }),
    ...(shared.events && granted.includes('events') && { events: shared.events }),
    ...(shared.sendWhen && { sendWhen: shared.sendWhen }),
    ...(shared.conditions && { conditions: shared.conditions }),
    ...(shared.actions && { actions: shared.actions }),
    ...(shared.commands && { commands: shared.commands }),
    // The host checks them as what the code gives.
    ...(shared.contributes && { contributes: shared.contributes as Contributes }),
    ...(shared.activation && { activation: shared.activation as readonly Activation[] }),
    permissions: grantsOf(shared, granted) as readonly Permission[],
  })
}
