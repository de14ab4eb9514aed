"""The main job through the browser page and over real sockets."""
