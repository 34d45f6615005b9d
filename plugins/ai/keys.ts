/** Default keys that the reader knows while the plugin is off: it says whose they are. */
export default { 'ai:chat': '$mod+i' }
