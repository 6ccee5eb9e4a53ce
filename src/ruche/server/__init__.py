"""The web service: live matches, their log and clocks, machine players, the page and an open API.

`ruche.server.app.make_app` gives the ASGI application, `ruche serve` runs it.
"""
