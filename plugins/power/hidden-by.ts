/** The general setting by which a user hides the plugin. */
export default 'hidePower'
