/** The API version of this Lectern. A plugin names the one it was written for; another major version is refused. */
export const PLUGIN_API = '1.25'
